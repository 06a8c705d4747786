module doomhost

go 1.26
