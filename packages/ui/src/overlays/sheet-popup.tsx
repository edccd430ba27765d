import { Dialog as Base } from '@base-ui/react/dialog';
import type { SheetProps } from './sheet.tsx';

/** The contents of a sheet, loaded when it is opened. The default export is for `lazy`. */
export default function SheetPopup({
  open,
  onOpenChange,
  closeLabel,
  title,
  mark,
  children,
}: Omit<SheetProps, 'openLabel'>) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Popup className="fixed inset-0 flex flex-col gap-6 overflow-y-auto bg-ground px-5 pt-2 pb-8 sm:px-10 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
          <div className="flex items-center justify-between">
            <Base.Title className="sr-only">{title}</Base.Title>
            {mark}
            <Base.Close className="ml-auto min-h-11 border-0 bg-transparent px-1 font-medium text-ink">
              {closeLabel}
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
