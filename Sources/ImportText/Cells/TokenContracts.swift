/// The contracts of well-known tokens on Ethereum and related chains.
package enum TokenContracts {
  /// The token that a contract issues.
  package typealias Token = (ticker: String, id: String)

  /// The token of a contract, given as 40 hexadecimal digits in any case, with or without `0x`.
  package static func token(of contract: String) -> Token? {
    let text = contract.lowercased()
    return tokens[text.hasPrefix("0x") ? String(text.dropFirst(2)) : text]
  }

  /// The coins whose contracts are all known, so no other contract issues them.
  package static let ids = Set(tokens.values.map(\.id))

  private static let tokens: [String: Token] = {
    var tokens: [String: Token] = [:]
    for line in list.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      tokens[words[0]] = (words[1], words[2])
    }
    return tokens
  }()

  /// A contract, its token's ticker and its coin.
  private static let list = """
    111111111117dc0aa78b770fa6a738034120c302 1INCH 1inch
    6c3f90f043a72fa612cbac8115ee7e52bde6e490 3CRV lp-3pool-curve
    76fb31fb4af56892a25e32cfc43de717950c9278 AAVE aave
    7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9 AAVE aave
    d6df932a45c0f255f85145f286ea0b292b21c90b AAVE aave
    940181a94a35a4569e4529a3cdfb74e38fd98631 AERO aerodrome-finance
    dbdb4d16eda451d0503b854cf79d55697f90c8df ALCX alchemix
    8290333cef9e6d528dd5618fb97a76f268f3edd4 ANKR ankr
    4d224452801aced8b2f0aebe155379bb5d594381 APE apecoin
    b50721bcf8d664c30412cfbc6cf7a15145234ad1 ARB arbitrum
    18aaa7115705e8be94bffebde57af9bfc265b998 AUDIO audius
    bb0e17ef65f82ab018d8edd776e8dd940327b28b AXS axie-infinity
    9a71012b13ca4d3d0cdc72a177df3ef03b0e76a3 BAL balancer
    ba100000625a3754423978a60c9317c58a424e3d BAL balancer
    a8b1e0764f85f53dfe21760e8afe5446d82606ac BAND band-protocol
    ba11d00c5f74255f56a5e366f4f77f5a186d7f55 BAND band-protocol
    0d8775f648430679a709e98d2b0cb6250d2887ef BAT basic-attention-token
    1a4b46696b2bb4794eb3d4c26f1c55f9170fa4c5 BIT bitdao
    5283d291dbcf85356a21ba090e6db59121208b44 BLUR blur
    b8c77482e45f1f44de1745f52c74426c631bdd52 BNB binancecoin
    1f573d6fb3f13d689ff844b4ce37794d79a7ff1c BNT bancor
    c26d47d5c33ac71ac5cf9f776d63ba292a4f7842 BNT bancor
    4fabb145d64652a948d72533023f6e7a623c7c53 BUSD binance-usd
    e9e7cea3dedca5984780bafc599bd69add087d56 BUSD binance-usd
    0e09fabb73bd3ade0a17ecc321fd13a19e81ce82 CAKE pancakeswap-token
    152649ea73beab28c5b49b26eb48f7ead6d4c898 CAKE pancakeswap-token
    2ae3f1ec7f1f5012cfeab0185bfc7aa3cf0dec22 CBETH coinbase-wrapped-staked-eth
    be9895146f7af43049ca1c1ae358b0541ea49704 CBETH coinbase-wrapped-staked-eth
    5d3a536e4d6dbd6114cc1ead35777bab948e3643 CDAI cdai
    4f9254c83eb525f9fcf346490bbb3ed28a81c667 CELR celer-network
    4ddc2d193948926d02f9b1fe9e1daa0718270ed5 CETH compound-ether
    3506424f91fd33084466f402d5d97f05f8e3b4af CHZ chiliz
    8505b9d2254a7ae468c0e9dd10ccea3a837aef5c COMP compound-governance-token
    9e1028f5f1d5ede59748ffcee5532509976840e0 COMP compound-governance-token
    c00e94cb662c3520282e6f5717214004a7f26888 COMP compound-governance-token
    a0b73e1ff0b80914ab6fe0444e65848c4c34450b CRO crypto-com-chain
    172370d5cd63279efa6d502dab29171933a610af CRV curve-dao-token
    d533a949740bb3306d119cc777fa900ba034cd52 CRV curve-dao-token
    35a18000230da775cac24873d00ff85bccded550 CUNI compound-uniswap
    39aa39c021dfbae8fac545936693ac917d5e7563 CUSDC compound-usd-coin
    4e3fbd56cd56c3e72c1403e103b45db9da5b9d2b CVX convex-finance
    c11b1268c1a384e55c48c2391d8d480264a3a7f4 CWBTC compound-wrapped-btc
    ccf4429db6322d5c611ee964527d42e5d685dd6a CWBTC compound-wrapped-btc
    50c5725949a6f0c72e6c4a641f24049a917db0cb DAI dai
    6b175474e89094c44da98b954eedeac495271d0f DAI dai
    8f3cf7ad23cd3cadbd9735aff958023239c6a063 DAI dai
    0cf0ee63788a0849fe5297f3407f701e122cc023 DATA streamr
    3a9a81d576d83ff21f26f325066054540720fc34 DATA streamr
    8f693ca8d21b157107184d29d398a8d082b38b76 DATA streamr
    92d6c1e31e14520e676a687f0a93788b716beff5 DYDX dydx
    ec53bf9167f50cdeb3ae105f56099aaab9061f83 EIGEN eigenlayer
    761d38e5ddf6ccf6cf7c55759d5210750b5d60f3 ELON dogelon-mars
    57e114b691db790c35207b2e685d4a43181e6061 ENA ethena
    f629cbd94d3791c9250152bd8dfbdf380e2a3b9c ENJ enjincoin
    bd7a5cf51d22930b8b3df6d834f9bcef90ee7c4f ENS ethereum-name-service
    c18360217d8f7ab5e7c516566761ea12ce7f9d72 ENS ethereum-name-service
    fe0c30065b384f05761f15d0cc899d4f9f9cc0eb ETHFI ether-fi
    1abaea1f7c830bd89acc67ec4af516284b1bc33c EURC euro-coin
    60a3e35cc302bfa44cb288bc5a4f316fdb1adb42 EURC euro-coin
    c891eb4cbdeff6e073e859e987815ed1505c2acd EURC euro-coin
    c5f0f7b66764f6ec8c8dff7ba683102295e16409 FDUSD first-digital-usd
    aea46a60368a7bd060eec7df8cba43b7ef41ad85 FET fetch-ai
    cf0c122c6b73ff809c693db761e7baebe62b6a2e FLOKI floki
    853d955acef822db058eb8505911ed77f175b99e FRAX frax
    4e15361fd6b4bb609fa63c81a2be19d873717870 FTM fantom
    3432b6a60d23ca0dfca7761b7ab56459d9c964d0 FXS frax-share
    d1d2eb1b1e90b638588728b4130137d262c87cae GALA gala
    3f382dbd960e3a9bbceae22651e88158d2791550 GHST aavegotchi
    0b220b82f3ea3b7f6d9a1d8ab58930c064a2b5bf GLM golem
    7dd9c5cba05e151c895fde1cf355c9a1d5da6429 GLM golem
    62edc0692bd897d2295872a9ffcac5425011c661 GMX gmx
    fc5a1a6eb076a2c7ad06ed22c90d7e710e35ad0a GMX gmx
    5ffd62d3c3ee2e81c00a7b9079fb248e7df024a8 GNO gnosis
    6810e776880c02933d47db1b9fc05908e5386b96 GNO gnosis
    a74476443119a942de498590fe1f2454d7d4ac0d GNT golem
    5fe2b58c013d7601147dcdd68c143a77499f5531 GRT the-graph
    c944e90c64b2c07662a292be6244bdf05cda44a7 GRT the-graph
    de30da39c46104798bb5aa3fe8b9e0e1f348163f GTC gitcoin
    056fd409e1d7a124bd7017459dfea2f387b6d5cd GUSD gemini-dollar
    6c6ee5e31d828de241282b9606c8e98ea48526e2 HOT holotoken
    f57e7e7c23978c3caec3c3548e3d615c346e79ff IMX immutable-x
    e28b3b32b6c345a34ff64674606124dd5aceca30 INJ injective-protocol
    324b28d6565f784d596422b0f2e5ab6e9cfa1dc7 KNC kyber-network-crystal
    dd974d5c2e2928dea5f71b9825b8b646686bd200 KNC kyber-network-crystal
    5a98fcbea516cf06857215779fd812ca3bef1b32 LDO lido-dao
    514910771af9ca656af840dff83e8264ecf986ca LINK chainlink
    53e0bca35ec356bd5dddfebbd1fc0fd03fabad39 LINK chainlink
    58b6a8a3302369daec383334672404ee733ab239 LPT livepeer
    84e1670f61347cdaed56dcc736fb990fbb47ddc1 LRC loopring
    bbbbca6a901c926f240b89eacb641d8aec7aeafd LRC loopring
    5f98805a4e8be255a32880fdec7f6728c6568ba0 LUSD liquity-usd
    539bde0d7dbd336b79148aa742883198bbf60342 MAGIC magic
    0f5d2fb29fb7d3cfee444a200298f468908cc942 MANA decentraland
    a1c57f48f0deb89f569dfbe6e2b7f46d33606fd4 MANA decentraland
    69af81e73a73b40adf4f3d4223cd9b1ece623074 MASK mask-network
    7d1afa7b718fb893db30a3abc0cfc608aacfebb0 MATIC matic-network
    6f7c932e7684666c9fd1d44527765433e01ff61d MKR maker
    9f8f72aa9304c8b593d555f12ef6589cc3a579a2 MKR maker
    3c3a81e81dc49a522a592e7622a7e711c06bf354 MNT mantle
    0bf519071b02f22c17e7ed5f4002ee1911f46729 NMR numeraire
    1776e1f26f98b1a5df9cd347953a26dd3cb46671 NMR numeraire
    967da4048cd07ab37855c090aaf366e4ce1b9f48 OCEAN ocean-protocol
    d26114cd6ee289accf82350c8d8487fedb8a0c07 OMG omisego
    faba6f8e4a5e8ab82f62fe7c39859fa577269be3 ONDO ondo-finance
    45804880de22913dafe09f4980848ece6ecbaf78 PAXG pax-gold
    808507121b80c02388fad14726482e061b8da827 PENDLE pendle
    6982508145454ce325ddbe47a25d4ec3d2311933 PEPE pepe
    2b88ad57897a8b496595925f43048301c37615da PICKLE pickle-finance
    429881672b9ae42b8eba0e26cd9c73711b891ca5 PICKLE pickle-finance
    455e53cbb86018ac2b8092fdcd39d8444affc3f6 POL polygon-ecosystem-token
    6c3ea9036406852006290770bedfcaba0e23a0e8 PYUSD paypal-usd
    4a220e6096b25eadb88358cb44068a3248254675 QNT quant-network
    6c28aef8977c9b773996d0e8376d2ee379446f2f QUICK quickswap
    19782d3dc4701ceeedcd90f0993f0a9126ed89d0 REN republic-protocol
    408e41876cccdc0f92210600ef50372656052a38 REN republic-protocol
    1985365e9f78359a9b6ad760e32412f4a445e862 REP augur
    221657776846890989a759ba2973e427dff5c9bb REP augur
    6563c1244820cfbd6ca8820fbdf0f2847363f733 REP augur
    ae78736cd615f374d3085123a210448e74fc6393 RETH rocket-pool-eth
    6de037ef9ad2725eb40118bb1702ebb27e4aeb24 RNDR render-token
    d33526068d116ce69f19a9ee46f0bd304f21a51f RPL rocket-pool
    5afe3855358e112b5647b952709e6165e1c1eeee SAFE safe
    89d24a6b4ccb1b6faa2625fe562bdd9a23260359 SAI sai
    3845badade8e6dff049820680d1f14bd3903a5d0 SAND the-sandbox
    95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce SHIB shiba-inu
    cc8fa225d80b9c7d42f96e9570156c65d6caaa25 SLP smooth-love-potion
    50b728d8d964fd00c2d0aad81718b71311fef68a SNX havven
    c011a73ee8576fb46f5e1c5751ca3b9fe0af2a6f SNX havven
    090185f2135308bad17527004364ebcc2d37e5f6 SPELL spell-token
    ae7ab96520de3a18e5e111b5eaab095312d7fe84 STETH staked-ether
    af5191b0de278c7286d6c7cc6ab6bb8a73ba2cd6 STG stargate-finance
    ca14007eff0db1f8135f4c25b34de49ab0d42766 STRK starknet
    57ab1ec28d129707052df4df418d58a2d46d5f51 SUSD nusd
    f81b4bec6ca8f9fe7be01ca734f55b2b6e03a7a0 SUSD nusd
    6b3595068778dd592e39a122f4f5a5cf09c90fe2 SUSHI sushi
    09be1692ca16e06f536f0038ff11d1da8524adb1 TEL telcoin
    467bccd9d29f223bce8043b84e8c8b282827790f TEL telcoin
    df7837de1f2fa4631d716cf2502f8b230f1dcc32 TEL telcoin
    c7283b66eb1eb5fb86327f08e1b5816b0720212b TRIBE tribe-2
    0000000000085d4780b73119b644ae5ecd22b376 TUSD true-usd
    04fa0d235c4abf4bcf4787af4cf447de572ef828 UMA uma
    3066818837c5e6ed6601bd5a91b0762877a6b731 UMA uma
    1f9840a85d5af5bf1d1762f925bdaddc4201f984 UNI uniswap
    b33eaad8d922b1083446dc23f610c2567fb5180f UNI uniswap
    c3de830ea07524a0761646a6a4e4be0e114a3c83 UNI uniswap
    0b2c639c533813f4aa9d7837caf62653d097ff85 USDC usd-coin
    3c499c542cef5e3811e1192ce70d8cc03d5c3359 USDC usd-coin
    833589fcd6edb6e08f4c7c32d4f71b54bda02913 USDC usd-coin
    8ac76a51cc950d9822d68b83fe1ad97b32cd580d USDC usd-coin
    a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48 USDC usd-coin
    af88d065e77c8cc2239327c5edb3a432268e5831 USDC usd-coin
    b97ef9ef8734c71904d8002f8b6bc66dd9c48a6e USDC usd-coin
    8e870d67f660d95d5be530380d0ec0bd388289e1 USDP paxos-standard
    dc035d45d973e3ec169d2276ddab16f1e407384f USDS usds
    55d398326f99059ff775485246999027b3197955 USDT tether
    94b008aa00579c1307b0ef2c499ad98a8ce58e58 USDT tether
    9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7 USDT tether
    c2132d05d31c914a87c6611c10748aeb04b58e8f USDT tether
    dac17f958d2ee523a2206206994597c13d831ec7 USDT tether
    fd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9 USDT tether
    b31f66aa3c1e785363f0875a1b74e27b85fd66c7 WAVAX wrapped-avax
    bb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c WBNB wbnb
    1bfd67037b42cf73acf2047067bd4f2c47d9bfd6 WBTC wrapped-bitcoin
    2260fac5e5542a773aa44fbcfedf7c193bc2c599 WBTC wrapped-bitcoin
    4200000000000000000000000000000000000006 WETH weth
    7ceb23fd6bc0add59e62ac25578270cff1b9f619 WETH weth
    82af49447d8a07e3bd95bd0d56f35241523fbab1 WETH weth
    c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2 WETH weth
    0d500b1d8e8ef31e21c99d1db9a6444d3adf1270 WMATIC wmatic
    7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0 WSTETH wrapped-steth
    68749665ff8d2d112fa859aa293f07a622782f38 XAUT tether-gold
    0bc529c00c6401aef6d220be8c6ea1667f6ad93e YFI yearn-finance
    da537104d6a5edd53c6fbba9a898708e465260b6 YFI yearn-finance
    3bb4445d30ac020a84c1b5a8a2c6248ebc9779d0 ZRX 0x
    5559edb74751a0ede9dea4dc23aee72cca6be3d5 ZRX 0x
    e41d2489571d322189246dafa5ebde1f4699f498 ZRX 0x
    """
}
