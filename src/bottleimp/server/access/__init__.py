"""Guests and their tokens, rate limits, quotas, security headers, quick match."""
