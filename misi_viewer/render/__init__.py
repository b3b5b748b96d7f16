"""Arrays to pictures. The only room that knows VTK."""
