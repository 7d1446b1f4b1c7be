const maxKeyChars = 1_024;

/**
 * The same function, with a memory of at most `most` answers: the same few addresses come all day, and taking one apart is dear. What is
 * asked with a very long key is worked out anew.
 */
export function remember<Answer>(most: number, make: (key: string) => Answer): (key: string) => Answer {
  const known = new Map<string, Answer>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const answer = make(key);
    if (key.length > maxKeyChars) return answer;
    if (known.size >= most) known.clear();
    known.set(key, answer);
    return answer;
  };
}
