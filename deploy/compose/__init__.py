"""What deploy/compose.yaml needs beside the image: passwords of your own."""
