"""The WebSocket, its HTTP twin and their OpenAPI document."""
