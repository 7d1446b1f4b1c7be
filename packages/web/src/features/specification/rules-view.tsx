import type { Statement, StatementOf } from '@sightglass/wire';
import { Badge } from '../../ui/index.ts';
import { useCut } from './cut.tsx';
import { PathText } from './entry.tsx';
import { callText, groupBy, ruleText } from './group.ts';
import { anchorOf } from './model.ts';
import { Row, Rows } from './row.tsx';
import styles from './views.module.css';

const sources = {
  page: 'Stated by the page',
  form: 'Refused in the form',
  server: 'Refused by the server',
  code: 'Stands in code',
};

/** What is asked of what people enter, form by form. */
export function RulesView({ statements }: { statements: readonly Statement[] }) {
  const rules = statements.filter((one): one is StatementOf<'rule'> => one.kind === 'rule');
  const placeOf = ({ form, call }: StatementOf<'rule'>): string =>
    [form, call === null ? null : callText(call)].filter(Boolean).join(' → ');
  const { shown, more } = useCut(
    groupBy(rules, placeOf),
    mostAtFirst,
    ({ items }, anchor) => items.some(({ key }) => anchorOf(key) === anchor),
    'forms',
  );
  return (
    <>
      {shown.map(({ name, items }) => (
        <Form key={name} name={name} items={items} />
      ))}
      {more}
    </>
  );
}

const mostAtFirst = 16;

function Form({ name, items }: { name: string; items: readonly StatementOf<'rule'>[] }) {
  return (
    <section className={styles.part}>
      <h3>
        {items[0]?.form}
        {items[0]?.call && (
          <span className={styles.quiet}>
            {items[0].form === null ? '' : ' → '}
            <PathText path={callText(items[0].call)} />
          </span>
        )}
      </h3>
      <Rows title={name} heads={['Field', 'Rule', 'What the person is told', 'Known from']}>
        {items
          .toSorted((one, other) => one.field.localeCompare(other.field))
          .map((rule) => (
            <Row
              key={rule.key}
              statement={rule}
              cells={[
                { key: 'field', say: <code>{rule.field}</code> },
                { key: 'rule', say: rule.rule === 'pattern' ? <code>{ruleText(rule)}</code> : ruleText(rule) },
                { key: 'message', say: rule.message === null ? '' : `“${rule.message}”` },
                {
                  key: 'from',
                  say: (
                    <span className={styles.badges}>
                      {rule.from.map((from) => (
                        <span key={from} title={sources[from]}>
                          <Badge>{from}</Badge>
                        </span>
                      ))}
                    </span>
                  ),
                },
              ]}
            />
          ))}
      </Rows>
    </section>
  );
}
