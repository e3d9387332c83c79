"""What a developer runs; `./play` and `./check` use it too."""
