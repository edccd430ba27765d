import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

interface TabsProps<Value extends string> {
  /** Accessible name of the tab list. */
  readonly label: string;
  readonly tabs: readonly { readonly value: Value; readonly label: string; readonly panel: ReactNode }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Tabs. Arrow keys move between them; on phones the tab list scrolls. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  return (
    <Base.Root
      value={value}
      onValueChange={(chosen: Value) => onChange(chosen)}
      className="flex flex-col gap-5"
    >
      <Base.List
        aria-label={label}
        activateOnFocus
        // The line is drawn as a shadow, because a scroll container would clip a tab that overlaps a border.
        className="flex gap-x-4 overflow-x-auto overflow-y-hidden shadow-[inset_0_-1px_0_var(--line)] [scrollbar-width:none] sm:gap-x-6"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="min-h-11 shrink-0 -outline-offset-2 border-0 border-b-2 border-transparent bg-transparent px-0 text-small font-medium sm:text-body text-quiet transition-colors hover:text-ink data-active:border-comet data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="outline-offset-4">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
