// Hyphenates words with libhyphen. Usage: judge PATTERNS, with one word per line on standard input
// in the character set of the patterns. The program prints the byte offsets at which a hyphen may
// be inserted without a change in spelling.
#include <hyphen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **arguments) {
  HyphenDict *patterns = count == 2 ? hnj_hyphen_load(arguments[1]) : NULL;
  if (patterns == NULL) return 1;
  char word[400];
  while (fgets(word, sizeof word, stdin) != NULL) {
    size_t length = strcspn(word, "\n");
    char hyphens[405] = {0};
    char **changes = NULL;
    int *places = NULL, *cuts = NULL;
    if (hnj_hyphen_hyphenate3(
            patterns, word, (int)length, hyphens, NULL, &changes, &places, &cuts, 3, 3, 0, 0))
      return 1;
    // The result has one digit for each character, not for each byte.
    for (size_t index = 0; hyphens[index] != 0; index++)
      if ((hyphens[index] & 1) != 0 && (changes == NULL || changes[index] == NULL))
        printf("%zu ", index + 1);
    printf("\n");
    for (size_t index = 0; changes != NULL && index < length; index++) free(changes[index]);
    free(changes);
    free(places);
    free(cuts);
  }
  hnj_hyphen_free(patterns);
}
