/** The processor's bank account, to which payers transfer money. Its IBAN is the German example from ISO 13616. */
export const receivingAccount = {
  holder: 'Kassa Sandbox',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
} as const;
