module list

go 1.19
