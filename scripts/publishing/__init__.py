"""What a release needs: the changelog, the version, the address of the repository."""
