/** Shows the hosted cashier in a frame of this page. The frame's height follows its content. */
import { embedCashier } from '/assets/kassa/embed.mjs';

const element = document.getElementById('cashier');
embedCashier({ payUrl: element.dataset.payUrl, element });
