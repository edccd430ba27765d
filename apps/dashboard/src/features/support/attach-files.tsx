import { supportTexts as texts } from '@comet/texts';
import { type ChangeEvent, useId } from 'react';
import { acceptedFiles } from './chosen-files.ts';

/** Link that opens the choice of files. */
export function AttachFiles({
  onChange,
}: {
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}) {
  const limits = useId();
  return (
    <>
      <label
        className="inline-block cursor-pointer border-b-2 border-comet font-medium hover:text-comet has-focus-visible:outline-2 has-focus-visible:outline-offset-3"
        title={texts.attachLimits}
      >
        {texts.attach}
        <input
          type="file"
          multiple
          accept={acceptedFiles}
          aria-describedby={limits}
          className="sr-only"
          onChange={onChange}
        />
      </label>
      <span id={limits} hidden>
        {texts.attachLimits}
      </span>
    </>
  );
}
