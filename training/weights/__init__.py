"""What is done to weights once they are trained."""
