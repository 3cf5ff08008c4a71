/** The processor's account, to which payers transfer money. The IBAN is the example for Germany in ISO 13616. */
export const receivingAccount = { holder: 'Kassa Sandbox', iban: 'DE89370400440532013000' } as const;
