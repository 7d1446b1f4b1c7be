import { Button, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { choosableColumns, columnNames, defaultColumns, type SessionLayout } from './search.ts';

/** Which columns the list has. The choice stands in the address, and in views that are saved. */
export function ColumnsMenu({
  layout,
  onChange,
}: {
  layout: SessionLayout;
  onChange: (layout: SessionLayout) => void;
}) {
  return (
    <Menu closeOnItemClick={false}>
      <Menu.Target>
        <Button leftSection={<IconColumns3 size="1rem" stroke={1.6} aria-hidden />}>Columns</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columnNames.map((name) => {
          const shown = layout.columns.includes(name);
          return (
            <Menu.CheckboxItem
              key={name}
              checked={shown}
              onChange={() =>
                onChange({
                  ...layout,
                  columns: columnNames.filter((one) => (one === name ? !shown : layout.columns.includes(one))),
                })
              }
            >
              {choosableColumns[name]}
            </Menu.CheckboxItem>
          );
        })}
        <Menu.Divider />
        <Menu.Item onClick={() => onChange({ ...layout, columns: defaultColumns })}>As at first</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
