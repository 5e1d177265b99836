from tablehall.cli import main

main()
