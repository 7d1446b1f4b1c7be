import type { Statement, StatementOf } from '@sightglass/wire';
import { IconCheck, IconX } from '@tabler/icons-react';
import { Badge, writeCount } from '../../ui/index.ts';
import { useCut } from './cut.tsx';
import { PathText } from './entry.tsx';
import { useLooking } from './evidences.tsx';
import { matrixOf } from './group.ts';
import { anchorOf } from './model.ts';
import styles from './roles-view.module.css';
import { Row, Rows } from './row.tsx';

const kindWords = { route: 'Screens', call: 'Calls', action: 'Actions' };

const mostAtFirst = 60;

/** Who may do what: seen allowed, seen refused, or not seen, which is neither. */
export function RolesView({ statements }: { statements: readonly Statement[] }) {
  const named = statements.filter((one): one is StatementOf<'role'> => one.kind === 'role');
  const { roles, deeds } = matrixOf(
    statements.filter((one): one is StatementOf<'permission'> => one.kind === 'permission'),
  );
  const { shown, more } = useCut(
    deeds,
    mostAtFirst,
    ({ cells }, anchor) => [...cells.values()].some(({ key }) => anchorOf(key) === anchor),
    'rows',
  );
  return (
    <>
      {named.length > 0 && (
        <Rows title="Roles" heads={['Role', 'Visitors']}>
          {named.map((role) => (
            <Row
              key={role.key}
              statement={role}
              cells={[
                { key: 'name', say: <code>{role.name}</code> },
                {
                  key: 'visitors',
                  say: role.support.visitors === 0 ? '' : writeCount(role.support.visitors),
                  figure: true,
                },
              ]}
            />
          ))}
        </Rows>
      )}
      {deeds.length > 0 && (
        <p className={styles.legend}>
          <Mark allowed /> seen allowed, <Mark allowed={false} /> seen refused, · not seen, which is neither. A number
          says how often; “code” is what the code says and no session tried. Each opens its evidence.
        </p>
      )}
      {deeds.length > 0 && (
        <div className={styles.scroll}>
          <table className={styles.matrix}>
            <caption className={styles.unseen}>Who may do what</caption>
            <thead>
              <tr>
                <th scope="col">What is done</th>
                {roles.map((role) => (
                  <th key={role} scope="col">
                    {role === '*' ? 'anyone' : role}
                  </th>
                ))}
              </tr>
            </thead>
            {(['route', 'call', 'action'] as const).map((kind) => {
              const some = shown.filter((deed) => deed.kind === kind);
              return (
                some.length > 0 && (
                  <tbody key={kind}>
                    <tr className={styles.kind}>
                      <th scope="rowgroup" colSpan={roles.length + 1}>
                        {kindWords[kind]}
                      </th>
                    </tr>
                    {some.map(({ name, cells }) => (
                      <tr key={name}>
                        <th scope="row">{kind === 'action' ? name : <PathText path={name} />}</th>
                        {roles.map((role) => (
                          <Cell key={role} permission={cells.get(role)} />
                        ))}
                      </tr>
                    ))}
                  </tbody>
                )
              );
            })}
          </table>
        </div>
      )}
      {more}
    </>
  );
}

function Mark({ allowed }: { allowed: boolean }) {
  return (
    <span className={styles.mark} data-allowed={allowed}>
      {allowed ? <IconCheck size="0.9rem" aria-hidden /> : <IconX size="0.9rem" aria-hidden />}
    </span>
  );
}

/** Puts beside the document what bears the cell out, both ways. */
function Cell({ permission }: { permission: StatementOf<'permission'> | undefined }) {
  const { at, look } = useLooking();
  if (permission === undefined)
    return (
      <td className={styles.notSeen}>
        <span aria-hidden>·</span>
        <span className={styles.unseen}>not seen</span>
      </td>
    );
  const { allowed, times, refused, text, key, tier, review } = permission;
  const count = allowed ? times : refused;
  const looked = at === key;
  return (
    <td id={anchorOf(key)} data-tier={tier} data-looked={looked || undefined} title={text}>
      <button type="button" className={styles.cell} aria-expanded={looked} onClick={() => look(looked ? null : key)}>
        <Mark allowed={allowed} />
        <span className={styles.unseen}>{allowed ? 'allowed' : 'refused'} </span>
        {/* Neither: only the code of the release says it. */}
        <span>{count > 0 ? writeCount(count) : 'code'}</span>
        {allowed && refused > 0 && <span className={styles.against}>{writeCount(refused)} refused</span>}
        {!allowed && times > 0 && <span className={styles.against}>{writeCount(times)} allowed</span>}
        {review && <Badge tone="good">{review.state}</Badge>}
      </button>
    </td>
  );
}
