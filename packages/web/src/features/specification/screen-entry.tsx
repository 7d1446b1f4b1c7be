import type { ScreenStatement } from '@sightglass/wire';
import { writeCount } from '../../ui/index.ts';
import { Columns, Entry, PathText, Tally } from './entry.tsx';
import styles from './parts.module.css';

/** A screen: where it is, what it is called, what people act on there, and from where they come. */
export function ScreenEntry({ statement }: { statement: ScreenStatement }) {
  const { route, title, views, controls, enteredFrom } = statement;
  return (
    <Entry
      statement={statement}
      head={
        <>
          <PathText path={route} />
          {title !== '' && <span className={styles.title}>{title}</span>}
          <span className={styles.count}>
            {writeCount(views)} {views === 1 ? 'view' : 'views'}
          </span>
        </>
      }
    >
      <Columns>
        <Tally
          title="People act on"
          unit="Times"
          rows={controls.map(({ role, name, actions, frustrated }) => ({
            key: `${role} ${name}`,
            name: (
              <>
                <span className={styles.role}>{role === '' ? 'element' : role}</span>{' '}
                {name === '' ? 'without a name' : name}
              </>
            ),
            count: (
              <>
                {frustrated > 0 && (
                  <span className={styles.frustrated} title={`${frustrated} of them in vain or in anger`}>
                    {writeCount(frustrated)} in vain
                  </span>
                )}
                {writeCount(actions)}
              </>
            ),
          }))}
        />
        <Tally
          title="Entered from"
          unit="Views"
          rows={enteredFrom.map((from) => ({
            key: from.route,
            name: from.route === '' ? 'outside' : <PathText path={from.route} />,
            count: writeCount(from.views),
          }))}
        />
      </Columns>
    </Entry>
  );
}
