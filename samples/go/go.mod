module kassa.example/sample

go 1.21
