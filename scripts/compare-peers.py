#!/usr/bin/env python3
"""Compare the gains of random ledgers with BittyTax (hmrc) and rp2 (fifo, lifo, hifo).

Usage: PYTHON scripts/compare-peers.py BITPAL [LEDGERS] [SEED]

PYTHON is one that has bittytax, rp2 or both (pip install bittytax rp2); what it lacks is left out.
Needs no network. Ledgers have two coins in three accounts, with transfers, and trades around
midnight of the zone. Ends with 1 at the first ledger that differs.

BittyTax rounds each disposal to cents; here it does not, so that every digit is compared. Released
versions of rp2 have one book over all accounts. A book for each account is compared on ledgers
without transfers, of which rp2 sees each account as an asset of its own. With rp2 of its branch
per_wallet_application, the lots that transfers carried are compared too: what is left of each
purchase in each account.
"""
import datetime, decimal, json, os, random, subprocess, sys, tempfile

ZONES = [
    "Pacific/Pago_Pago", "Pacific/Honolulu", "America/Los_Angeles", "America/New_York",
    "America/Sao_Paulo", "Europe/London", "Europe/Berlin", "Asia/Kathmandu", "Asia/Tokyo",
    "Australia/Sydney", "Pacific/Auckland", "Pacific/Kiritimati",
]
ACCOUNTS = ["Kraken", "Coinbase", "Ledger"]
COINS = {"bitcoin": "BTC", "ethereum": "ETH"}
# Division in both programs leaves differences below this.
TOLERANCE = decimal.Decimal("1e-9")
Decimal = decimal.Decimal


def random_ledger(seed, zone, transfers):
    """Rows (kind, coin, amount, price, time, account, other account), no two at one instant."""
    from zoneinfo import ZoneInfo
    dice = random.Random(seed)
    held = {(coin, account): 0 for coin in COINS for account in ACCOUNTS}
    time = datetime.datetime(2022, 1, 1, 12, tzinfo=ZoneInfo(zone)).astimezone(datetime.timezone.utc)
    rows = []
    while len(rows) < 60:
        if dice.random() < 0.4:
            # Minutes before or after midnight in the zone.
            local = time.astimezone(ZoneInfo(zone)) + datetime.timedelta(days=dice.randint(1, 25))
            midnight = local.replace(hour=0, minute=0, second=0, microsecond=0)
            new = midnight.astimezone(datetime.timezone.utc) + datetime.timedelta(seconds=dice.randint(-900, 900))
        else:
            new = time + datetime.timedelta(seconds=dice.randint(61, 9 * 86_400))
        time = max(new, time + datetime.timedelta(seconds=61))
        if time.second == 0 and time.minute == 0:
            time += datetime.timedelta(seconds=1)
        coin, account = dice.choice(list(COINS)), dice.choice(ACCOUNTS)
        have = held[coin, account]
        choice = dice.random()
        price = Decimal(dice.randint(100, 99_999)) / 100
        if have == 0 or choice < 0.45:
            amount = dice.randint(1, 400)
            rows.append(("buy", coin, amount, price, time, account, None))
            held[coin, account] += amount
        elif choice < 0.8 or not transfers:
            amount = dice.choice([have, dice.randint(1, have)])
            rows.append(("sell", coin, amount, price, time, account, None))
            held[coin, account] -= amount
        else:
            amount = dice.randint(1, have)
            other = dice.choice([name for name in ACCOUNTS if name != account])
            rows.append(("transfer", coin, amount, price, time, account, other))
            held[coin, account] -= amount
            held[coin, other] += amount
    return [(k, c, Decimal(a) / 100, p, t, x, o) for k, c, a, p, t, x, o in rows]


def iso(time):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


class Bitpal:
    def __init__(self, program, zone, rows):
        self.program = program
        self.folder = tempfile.TemporaryDirectory()
        home = self.folder.name
        self.environment = {
            "HOME": home, "BITPAL_HOME": home + "/home", "XDG_CONFIG_HOME": home, "TZ": zone,
            "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin",
        }
        path = home + "/ledger.csv"
        with open(path, "w") as file:
            file.write("coin_id,type,amount,price,date,account\n")
            for kind, coin, amount, price, time, account, _ in rows:
                if kind != "transfer":
                    file.write(f"{coin},{kind},{amount},{price},{iso(time)},{account}\n")
        self.run("import", path)
        for kind, coin, amount, _, time, account, other in rows:
            if kind == "transfer":
                self.run("transfer", coin, str(amount), account, other, "--date", iso(time))

    def run(self, *arguments):
        done = subprocess.run(
            [self.program, *arguments], env=self.environment, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def lots(self, method):
        return json.loads(self.run("lots", "--json", "--cost-basis", method))

    def gains(self, method):
        return json.loads(self.run("gains", "--json", "--cost-basis", method))["rows"]


def summed(rows):
    """Amount, proceeds and cost by key."""
    sums = {}
    for key, *figures in rows:
        old = sums.get(key, (Decimal(0),) * len(figures))
        sums[key] = tuple(a + b for a, b in zip(old, figures))
    return {key: sums[key] for key in sums if any(sums[key])}


def compare(name, ours, theirs):
    if ours.keys() != theirs.keys():
        sys.exit(f"{name}: only one has {sorted(set(ours) ^ set(theirs))[:3]}")
    for key in ours:
        if any(abs(a - b) > TOLERANCE for a, b in zip(ours[key], theirs[key])):
            sys.exit(f"{name}: {key} is {ours[key]}, not {theirs[key]}")
    return len(ours)


def bittytax_rows(zone, rows):
    import dateutil.tz
    from bittytax import t_record, tax, tax_event
    from bittytax.bt_types import DisposalType, TrType
    from bittytax.transactions import Buy, Sell
    t_record.TZ_LOCAL = dateutil.tz.gettz(zone)
    tax_event.PRECISION = Decimal("1e-18")

    class Row:
        tx_raw = None

    transactions = []
    for number, (kind, coin, amount, price, time, account, _) in enumerate(rows):
        if kind == "transfer":
            continue
        if kind == "buy":
            trade = Buy(TrType.TRADE, amount, COINS[coin], amount * price)
        else:
            trade = Sell(TrType.TRADE, amount, COINS[coin], amount * price)
        sides = (trade, None) if kind == "buy" else (None, trade)
        record = t_record.TransactionRecord(TrType.TRADE, *sides, None, account, time, "", Row())
        record.tid = [number, 0]
        trade.tid = [number, 0]
        trade.fee_value = None
        if kind == "buy":
            trade.cost, trade.acquisition = amount * price, True
        else:
            trade.proceeds, trade.disposal = amount * price, True
        transactions.append(trade)
    calculator = tax.TaxCalculator(transactions, tax.TaxRules.UK_INDIVIDUAL)
    calculator.pool_same_day()
    calculator.match_sell(DisposalType.SAME_DAY)
    calculator.match_buyback(DisposalType.BED_AND_BREAKFAST)
    calculator.process_section104(True)
    names = {COINS[coin]: coin for coin in COINS}
    events = [event for year in calculator.tax_events.values() for event in year]
    return [
        ((names[event.asset], str(event.date)), event.quantity, event.proceeds, event.cost)
        for event in events
    ]


def rp2_input(rows, asset_of, with_transfers=False):
    """A configuration of rp2, and the transactions of each asset."""
    from rp2.configuration import MIN_DATE, MAX_DATE, Configuration
    from rp2.in_transaction import InTransaction
    from rp2.input_data import InputData
    from rp2.intra_transaction import IntraTransaction
    from rp2.out_transaction import OutTransaction
    from rp2.plugin.country.us import US
    from rp2.rp2_decimal import RP2Decimal
    from rp2.transaction_set import TransactionSet
    assets = sorted({asset_of(row) for row in rows})
    with tempfile.NamedTemporaryFile("w", suffix=".ini") as file:
        file.write(
            f"[general]\nassets = {','.join(assets)}\nexchanges = {','.join(ACCOUNTS)}\nholders = me\n"
            "[in_header]\ntimestamp = 0\nasset = 1\nexchange = 2\nholder = 3\n"
            "transaction_type = 4\nspot_price = 5\ncrypto_in = 6\n"
            "[out_header]\ntimestamp = 0\nasset = 1\nexchange = 2\nholder = 3\n"
            "transaction_type = 4\nspot_price = 5\ncrypto_out_no_fee = 6\ncrypto_fee = 7\n"
            "[intra_header]\ntimestamp = 0\nasset = 1\nfrom_exchange = 2\nfrom_holder = 3\n"
            "to_exchange = 4\nto_holder = 5\nspot_price = 6\ncrypto_sent = 7\n"
            "crypto_received = 8\n")
        file.flush()
        configuration = Configuration(file.name, US(), allow_negative_balances=True)
    inputs = []
    for asset in assets:
        sets = [
            TransactionSet(configuration, kind, asset, MIN_DATE, MAX_DATE)
            for kind in ("IN", "OUT", "INTRA")
        ]
        for number, row in enumerate(rows):
            kind, _, amount, price, time, account, other = row
            if kind == "transfer" and not with_transfers or asset_of(row) != asset:
                continue
            stamp = time.strftime("%Y-%m-%d %H:%M:%S +0000")
            spot, coins = RP2Decimal(str(price)), RP2Decimal(str(amount))
            if kind == "buy":
                sets[0].add_entry(
                    InTransaction(
                        configuration, stamp, asset, account, "me", "BUY", spot, coins,
                        fiat_fee=RP2Decimal("0"), row=number + 1))
            elif kind == "transfer":
                sets[2].add_entry(
                    IntraTransaction(
                        configuration, stamp, asset, account, "me", other, "me", spot, coins, coins,
                        row=number + 1))
            else:
                sets[1].add_entry(
                    OutTransaction(
                        configuration, stamp, asset, account, "me", "SELL", spot, coins,
                        RP2Decimal("0"), row=number + 1))
        if sets[0].count:
            inputs.append((asset, InputData(asset, *sets)))
    return configuration, inputs


def rp2_rows(method, rows, asset_of):
    """Amount, proceeds and cost by the instants of the sale and of the purchase."""
    from importlib import import_module
    from prezzemolo.avl_tree import AVLTree
    from rp2.accounting_engine import AccountingEngine
    from rp2.configuration import MIN_DATE
    from rp2.tax_engine import compute_tax
    configuration, inputs = rp2_input(rows, asset_of)
    found = []
    for asset, data in inputs:
        if not data.unfiltered_out_transaction_set.count:
            continue
        years = AVLTree()
        module = import_module(f"rp2.plugin.accounting_method.{method}")
        years.insert_node(MIN_DATE.year, module.AccountingMethod())
        computed = compute_tax(configuration, AccountingEngine(years), data)
        for pair in computed.gain_loss_set:
            found.append((
                (asset, iso(pair.taxable_event.timestamp), iso(pair.acquired_lot.timestamp)),
                Decimal(str(pair.crypto_amount)),
                Decimal(str(pair.taxable_event_fiat_amount_with_fee_fraction)),
                Decimal(str(pair.fiat_cost_basis)),
            ))
    return found


def rp2_lots(method, rows):
    """Amount and cost of what is left, by coin, account and the instant of the purchase.

    None where the branch fails: it loses coins that come back to an account whose lot was used up.
    """
    from importlib import import_module
    from rp2.abstract_accounting_method import AcquiredLotSortKey
    from rp2.rp2_decimal import ZERO
    from rp2.rp2_error import RP2ValueError
    from rp2.transfer_analyzer import TransferAnalyzer
    name = "lifo" if method == "fifo" else method
    accounting = import_module(f"rp2.plugin.accounting_method.{name}").AccountingMethod()
    if method == "fifo":
        # rp2's own method uses lots in the order they reached the account, but the earliest acquired
        # leave first, regardless of transfers (26 CFR 1.1012-1(j)(3)).
        accounting.sort_key = lambda lot: AcquiredLotSortKey(
            ZERO, lot.cost_basis_timestamp.timestamp(), lot.row)
    configuration, inputs = rp2_input(rows, lambda row: row[1], with_transfers=True)
    found = []
    for asset, data in inputs:
        try:
            wallets = TransferAnalyzer(configuration, accounting, data).analyze()
        except RP2ValueError as error:
            if "Insufficient balance" not in str(error):
                raise
            return None
        for wallet, own in wallets.items():
            for lot in own.unfiltered_in_transaction_set:
                left = own.in_transaction_2_actual_amount.get(lot, lot.crypto_in)
                amount = Decimal(str(left))
                found.append((
                    (asset, wallet.exchange, iso(lot.cost_basis_timestamp)),
                    amount, amount * Decimal(str(lot.spot_price))))
    return found


def has(module):
    from importlib.util import find_spec
    return find_spec(module) is not None


def main():
    program = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 24
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    decimal.getcontext().prec = 60
    counts = {}
    for seed in range(first, first + count):
        zone = ZONES[seed % len(ZONES)]
        rows = random_ledger(seed, zone, transfers=seed % 2 == 0)
        bitpal = Bitpal(program, zone, rows)

        def add(name, number):
            ledgers, figures = counts.get(name, (0, 0))
            counts[name] = (ledgers + 1, figures + number)

        def by_lot(method, by_account=False):
            return summed(
                ((row["coinId"] + (row["account"] if by_account else ""), row["sold"], row["acquired"]),
                 Decimal(row["amount"]), Decimal(row["proceeds"]), Decimal(row["cost"]))
                for row in bitpal.gains(method))

        if has("bittytax"):
            ours = summed(
                ((row["coinId"], row["soldDay"]), Decimal(row["amount"]), Decimal(row["proceeds"]),
                 Decimal(row["cost"])) for row in bitpal.gains("hmrc"))
            name = "BittyTax, hmrc"
            add(name, compare(f"{name}, seed {seed}, {zone}", ours, summed(bittytax_rows(zone, rows))))
        if has("rp2"):
            for method in ["fifo", "lifo", "hifo"]:
                name = f"rp2, {method}"
                theirs = summed(rp2_rows(method, rows, lambda row: row[1]))
                add(name, compare(f"{name}, seed {seed}", by_lot(method), theirs))
            if seed % 2 == 0 and has("rp2.transfer_analyzer"):
                bitpal.run("config", "set", "lots", "account")
                for method in ["fifo", "lifo", "hifo"]:
                    name = f"rp2, {method}, lots after transfers"
                    ours = summed(
                        ((lot["coinId"], lot["account"], lot["acquired"]), Decimal(lot["amount"]),
                         Decimal(lot["cost"])) for lot in bitpal.lots(method))
                    theirs = rp2_lots(method, rows)
                    if theirs is not None:
                        add(name, compare(f"{name}, seed {seed}", ours, summed(theirs)))
            if seed % 2:
                bitpal.run("config", "set", "lots", "account")
                for method in ["fifo", "lifo", "hifo"]:
                    name = f"rp2, {method}, each account"
                    theirs = summed(rp2_rows(method, rows, lambda row: row[1] + row[5]))
                    add(name, compare(f"{name}, seed {seed}", by_lot(method, True), theirs))
    if not counts:
        sys.exit("This Python has neither bittytax nor rp2: pip install bittytax rp2")
    for name, (ledgers, figures) in counts.items():
        print(f"{name}: {ledgers} ledgers, {figures} lines equal")


main()
