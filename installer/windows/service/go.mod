module millwright.example/service

go 1.19

require golang.org/x/sys v0.30.0
