// The shuffle done again, by the same steps as on the server: see “Check it yourself”.

const PROTOCOL = "matto shuffle 1";
const NUMBERS = 2 ** 32;

async function fingerprint(words) {
  const made = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(words));
  return Array.from(new Uint8Array(made), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const promiseOf = (secret) => fingerprint(secret);

export async function orderOf({ secret, deal, seeds, codes }) {
  const seats = Object.keys(seeds).sort((one, other) => one - other);
  const lines = seats.map((seat) => `${seat}:${seeds[seat]}\n`).join("");
  const key = await fingerprint(`${PROTOCOL}\n${secret}\n${deal}\n${lines}`);
  const pack = [...codes].sort();
  let count = 0;
  const draw = async (places) => {
    for (;;) {
      const number = parseInt((await fingerprint(`${key}:${count++}`)).slice(0, 8), 16);
      if (number < NUMBERS - (NUMBERS % places)) return number % places;
    }
  };
  for (let place = pack.length - 1; place > 0; place--) {
    const other = await draw(place + 1);
    [pack[place], pack[other]] = [pack[other], pack[place]];
  }
  return pack;
}

// -- the page ----------------------------------------------------------------------------

async function check(proof) {
  const claim = JSON.parse(proof.dataset.claim);
  const mark = (element, right) => {
    element.classList.toggle("mark-right", right);
    element.classList.toggle("mark-wrong", !right);
    element.dataset.mark = right ? proof.dataset.right : proof.dataset.wrong;
    return right;
  };
  const promise = proof.querySelector("[data-check=promise]");
  const results = [mark(promise, promise.textContent === (await promiseOf(claim.secret)))];
  const pack = await orderOf(claim);
  for (const portion of proof.querySelectorAll("[data-check=cards]")) {
    const shown = Array.from(portion.querySelectorAll("code"), (card) => card.textContent);
    const dealt = pack.splice(0, shown.length);
    results.push(mark(portion, shown.every((card, place) => card === dealt[place])));
  }
  const all = results.every(Boolean) && pack.length === 0;
  document.getElementById("verdict").textContent = all ? proof.dataset.allRight : proof.dataset.someWrong;
}

if (globalThis.document) {
  document.getElementById("check").addEventListener("click", () => {
    const proof = document.getElementById("proof");
    if (crypto.subtle) check(proof);
    else document.getElementById("verdict").textContent = proof.dataset.notHere;
  });
}
