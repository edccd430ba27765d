import { Dialog as Base } from '@base-ui/react/dialog';
import type { DialogProps } from './dialog.tsx';

const backdropClasses =
  'fixed inset-0 bg-[#05070d]/60 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0';

/** The contents of a dialog, loaded when it is opened. The default export is for `lazy`. */
export default function DialogPopup({
  open,
  onClose,
  title,
  explanation,
  children,
  actions,
  initialFocus,
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdropClasses} />
        <Base.Popup
          initialFocus={initialFocus}
          className="fixed inset-x-4 bottom-4 mx-auto flex max-h-[calc(100dvh-2rem)] max-w-md flex-col gap-5 overflow-y-auto rounded-control border border-line bg-raised p-6 transition-all data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0 sm:top-[min(24vh,10rem)] sm:bottom-auto sm:max-h-[calc(100dvh-11rem)]"
        >
          <div className="flex flex-col gap-2">
            <Base.Title className="m-0 text-[1.375rem] leading-tight break-words">{title}</Base.Title>
            {explanation !== undefined && (
              <Base.Description className="m-0 text-quiet">{explanation}</Base.Description>
            )}
          </div>
          {children}
          {actions !== undefined && <div className="flex flex-wrap gap-3">{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
