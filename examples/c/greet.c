#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    char name[4], line[8];
    if (argc < 2 || !fgets(line, sizeof line, stdin))
        return 1;
    if (line[0] == '?')
        strcpy(name, argv[1]); // bug
    return 0;
}
