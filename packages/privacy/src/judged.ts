const maxJudged = 1_000;

/** What is worked out of a name, remembered: the rows of a body have the same ones. */
export function judged<Judgement>(judge: (name: string) => Judgement): (name: string) => Judgement {
  const before = new Map<string, Judgement>();
  return (name) => {
    if (before.has(name)) return before.get(name) as Judgement; // it has it
    const judgement = judge(name);
    if (before.size < maxJudged && name.length < 64) before.set(name, judgement);
    return judgement;
  };
}
