import { exportTexts as texts, formatText } from '@comet/texts';
import { Dialog, LinkAction, useNotify } from '@comet/ui';
import { useState } from 'react';
import { api, call } from '../../platform/data/api.ts';
import { type Proof, ProofForm } from '../account/index.ts';
import { downloadFile } from '../../platform/screen/download-file.ts';

const { fileName: name, mediaType } = api.exportData.download;

/** Requests the data export, with the password, and saves it as a file. */
export function ExportAction() {
  const notify = useNotify();
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const save = async (proof: Proof) => {
    downloadFile(await call(api.exportData, { body: proof }), { name, mediaType });
    close();
    notify(formatText(texts.saved, { name }), { id: 'export' });
  };
  return (
    <>
      <LinkAction onClick={() => setAsking(true)}>{texts.open}</LinkAction>
      <Dialog open={isAsking} onClose={close} title={texts.title} explanation={texts.explanation}>
        <ProofForm submit={texts.submit} cancel={texts.cancel} onCancel={close} onProof={save} />
      </Dialog>
    </>
  );
}
