import { useQuery } from '@tanstack/react-query';
import { choicesQuery, useWhere } from '../../client/index.ts';
import { Choice, ChoiceMenu, SeenChoices } from '../../ui/index.ts';
import { type Against, againstWords, releaseOf } from './against.ts';

/** What all figures of this screen are compared with. */
export function AgainstMenu({ against, onChoose }: { against: Against; onChoose: (against: Against) => void }) {
  const where = useWhere();
  const { data } = useQuery(choicesQuery(where));
  const releases = (data?.releases ?? []).filter(({ value }) => value !== '' && value !== where.release);
  const chosen = against.startsWith('release:') ? releaseOf(against) : '';
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
      <SeenChoices
        values={releases}
        chosen={chosen}
        nameOf={(value) => `Release ${value}`}
        onChoose={(value) => onChoose(`release:${value}`)}
      />
    </ChoiceMenu>
  );
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
