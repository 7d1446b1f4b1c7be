import { useQuery } from '@tanstack/react-query';
import { choicesQuery, useWhere } from '../../client/index.ts';
import { Choice, ChoiceMenu, writeCount } from '../../ui/index.ts';
import { type Against, againstWords, releaseOf } from './against.ts';

/** What all figures of this screen are compared with. */
export function AgainstMenu({ against, onChoose }: { against: Against; onChoose: (against: Against) => void }) {
  const where = useWhere();
  const { data } = useQuery(choicesQuery(where));
  const releases = (data?.releases ?? []).filter(({ value }) => value !== '' && value !== where.release);
  const chosen = against.startsWith('release:') ? releaseOf(against) : '';
  const listed =
    chosen === '' || releases.some(({ value }) => value === chosen)
      ? releases
      : [{ value: chosen, sessions: 0 }, ...releases];
  return (
    <ChoiceMenu
      about="Compare with"
      chosen={against === '' ? 'Compare' : `Beside ${against === 'before' ? 'earlier' : releaseOf(against)}`}
      active={against !== ''}
    >
      <Choice chosen={against === ''} onChoose={() => onChoose('')}>
        Nothing
      </Choice>
      <Choice chosen={against === 'before'} onChoose={() => onChoose('before')}>
        {sentence(againstWords(where, 'before'))}
      </Choice>
      {listed.map(({ value, sessions }) => (
        <Choice
          key={value}
          chosen={value === chosen}
          note={`${writeCount(sessions)} sessions`}
          onChoose={() => onChoose(`release:${value}`)}
        >
          {`Release ${value}`}
        </Choice>
      ))}
    </ChoiceMenu>
  );
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
