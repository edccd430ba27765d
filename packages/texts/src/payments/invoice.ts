/** The page that a receipt's invoice link opens, until the PDF is displayed. */
export const invoiceTexts = {
  screen: 'Invoice',
  headline: 'Opening your invoice',
  explanation: 'Paddle issues it as a PDF. It opens automatically.',
  open: 'Open the PDF',
  payments: 'All payments',
} as const;
