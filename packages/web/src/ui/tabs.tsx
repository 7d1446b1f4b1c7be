import { Tabs as MantineTabs } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

export interface Tab<Id extends string = string> {
  id: Id;
  label: ReactNode;
  /** How many things stand behind it. */
  count?: string;
}

/** Parts of one screen of which one is seen. Which one belongs into the URL: the caller keeps it. */
export function Tabs<Id extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: {
  label: string;
  tabs: readonly Tab<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** What the chosen tab shows. */
  children: ReactNode;
}) {
  const choose = (id: string | null): void => {
    const chosen = tabs.find((tab) => tab.id === id);
    if (chosen) onChange(chosen.id);
  };
  return (
    <MantineTabs
      value={value}
      onChange={choose}
      unstyled
      classNames={{
        root: styles.root ?? '',
        list: styles.list ?? '',
        tab: styles.tab ?? '',
        panel: styles.panel ?? '',
      }}
    >
      <MantineTabs.List aria-label={label}>
        {tabs.map((tab) => (
          <MantineTabs.Tab key={tab.id} value={tab.id}>
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      <MantineTabs.Panel value={value}>{children}</MantineTabs.Panel>
    </MantineTabs>
  );
}
