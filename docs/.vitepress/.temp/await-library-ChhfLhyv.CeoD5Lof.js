import { o } from "./index.B6JVnBle.js";
const t = 2e4;
function n(n2, r) {
  let i;
  return new Promise((a, o$1) => {
    let s = (t2) => o$1(new o(`${n2} ${t2}.`));
    i = setTimeout(() => s(`did not load within ${t} ms`), t), r(a, s);
  }).finally(() => clearTimeout(i));
}
export {
  n
};
