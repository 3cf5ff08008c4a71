/** Shows the hosted cashier in this page; it grows and shrinks with what it shows. */
import { embedCashier } from '/assets/kassa/embed.mjs';

const element = document.getElementById('cashier');
embedCashier({ payUrl: element.dataset.payUrl, element });
