/** An article, perhaps an adjective, and then a noun that no other capitalised word follows: `die Angaben`, `den passenden Status`. */
const nounAfterArticle =
  /(?<![\p{L}\d]|[Vv][ao]n )((?:[Dd](?:e[rnms]|ie|as)|(?:[Ee]|[Kk]e)in(?:e[nmrs]?)?|[Ii]hr(?:e[nmrs]?)?|(?:[Dd]ies|[Jj]ed|[Ww]elch)e[nmrs]?|[Aa]lle[nr]?|[Zz]u[mr]|[Bb]eim|[Vv]om|(?:[Mm]indestens|[Hh](?:ö|oe)chstens|[Mm]aximal) \S+)(?: \p{Ll}{3,}(?:e[nmrs]?))? )(\p{Lu}\p{Ll}{2,}(?:-\p{Lu}\p{Ll}+)*)(?![\p{L}\d_({-])(?! \p{Lu}\p{Ll})/gu;
const german = /[äöüß]|\b(hat|ist|kein|und|oder|sind|fehlt|wurde|darf|w[ei]rd|mindest|muss|bitte|nicht)/i;

/**
 * German writes every noun with a capital, as names are. A noun after its article is the language's, and no name of a person; what stands
 * without one may be, and is left to the other rules.
 *
 * @param keep - Takes a word out of what is still to be scrubbed.
 */
export function keepNouns(text: string, keep: (word: string) => string): string {
  if (!german.test(text)) return text;
  return text.replace(nounAfterArticle, (_, before: string, noun: string) => before + keep(noun));
}
