package import FoundationEssentials
import Portfolio

/// Coins of exchange tickers that a list of all coins does not resolve.
///
/// Either many small coins share the ticker, or a coin newer than the trade has it now.
package enum ExchangeTickers {
  /// A coin, and the first day on which the ticker no longer meant it.
  package typealias Span = (id: String, end: Date?)

  /// The coins a ticker has meant, oldest first; after the last end it is unresolved here.
  package static let spans: [String: [Span]] = {
    var spans: [String: [Span]] = [:]
    for line in lasting.split(separator: "\n") + changing.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      for part in stride(from: 1, to: words.count, by: 2) {
        let end = part + 1 < words.count ? Date(utcText: words[part + 1] + "T00:00:00Z") : nil
        spans[words[0], default: []].append((words[part], end))
      }
    }
    for line in young.split(separator: "\n") {
      for ticker in line.split(separator: " ").dropFirst() where spans[String(ticker)] == nil {
        let month = line.prefix { $0 != " " }
        let id = "\(ticker.lowercased())-before-\(month)"
        spans[String(ticker)] = [(id, Date(utcText: "\(month)-01T00:00:00Z"))]
      }
    }
    return spans
  }()

  /// Months, each with tickers whose best-known coins started trading then.
  ///
  /// Earlier trades were in another coin, which is kept under a separate name.
  private static let young = """
    2017-09 LINK
    2018-11 CRO
    2019-02 FET
    2019-03 ATOM
    2019-05 LEO ONE
    2019-06 ALGO
    2019-07 CHZ RUNE
    2020-04 SOL
    2020-05 AR
    2020-06 COMP HNT
    2020-07 AVAX
    2020-08 CRV DOT OM SAND
    2020-09 CAKE EGLD GALA SUN UNI
    2020-10 INJ NEAR
    2020-11 AXS CFX ROSE
    2020-12 GRT
    2021-01 FLOW LDO SUPER
    2021-03 DREP
    2021-04 MINA PENDLE
    2021-05 ICP
    2021-08 CBX TON
    2021-09 DYDX MAGIC
    2021-11 IMX TRI
    2022-01 ACC BOT IC
    2022-03 APE GMT
    2022-05 OP
    2022-06 KAS
    2022-10 APT
    2022-12 BONK
    2023-01 CORE FLR REFI
    2023-02 BLUR
    2023-03 ARB TAO
    2023-04 PEPE
    2023-05 SUI
    2023-07 MNT WLD
    2023-08 SEI
    2023-10 POL TIA
    2023-11 PYTH
    2023-12 JTO
    2024-01 AAX JUP ONDO SSX
    2024-03 BOME
    2024-04 ENA W
    2024-06 ZK ZRO
    2024-09 USDS
    2024-11 HYPE
    2024-12 MOVE
    2025-01 S TRUMP
    2025-02 BERA IP PI RED
    2025-07 PUMP
    2025-09 ASTER
    2025-11 CC
    2025-12 U
    """

  /// A ticker and its coin.
  private static let lasting = """
    ACE endurance
    ACM ac-milan-fan-token
    ADX adex
    AION aion
    AIR altair
    ALEPH aleph
    ALICE my-neighbor-alice
    ALPACA alpaca-finance
    ALPHA alpha-finance
    ARK ark
    ASM assemble-protocol
    AST airswap
    ATA automata
    ATM atletico-madrid
    AUR auroracoin
    AURORA aurora-near
    AVA concierge-io
    BADGER badger-dao
    BAR fc-barcelona-fan-token
    BEST bitpanda-ecosystem-token
    BCN bytecoin
    BETA beta-finance
    BIFI beefy-finance
    BIT bitdao
    BNC bifrost-native-coin
    BOBA boba-network
    BSW biswap
    BTX bitcore
    BURGER burger-swap
    CHESS tranchess
    CHR chromaway
    CITY manchester-city-fan-token
    CLOAK cloakcoin
    CLOUD sanctum-2
    CLV clover-finance
    COMBO cocos-bcx
    COW cow-protocol
    CTI clintex-cti
    CTK certik
    CYBER cyberconnect
    DATA streamr
    DBC deepbrain-chain
    DNT district0x
    DODO dodo
    DOGS dogs-2
    DRGN dragonchain
    DRIFT drift-protocol
    DYDX dydx-chain
    ELON dogelon-mars
    EMC emercoin
    EPIK epik-prime
    ERN ethernity-chain
    EZ easyfi
    FAI freysa-ai
    FARM harvest-finance
    FIRO zcoin
    FORT forta
    FOX shapeshift-fox-token
    FUN funfair
    FWOG fwog
    FX fx-coin
    FXS frax-share
    G g-token
    GAL project-galaxy
    GAS gas
    GFI goldfinch
    GFT gifto
    GIGA gigachad-2
    GO gochain
    GOAT goatseus-maximus
    GODS gods-unchained
    GTC gitcoin
    HAI hackenai
    HARD kava-lend
    HDX hydradx
    HIGH highstreet
    HONEY hivemapper
    ID space-id
    IQ everipedia
    IRIS iris-network
    KEEP keep-network
    KET ket
    KEY selfkey
    MAN matrix-ai-network
    MC merit-circle
    MEDIA media-network
    METIS metis-token
    MFT mainframe
    MIR mirror-protocol
    MOB mobilecoin
    MONA monacoin
    MOON moon
    MULTI multichain
    MYST mysterium
    NAV nav-coin
    NCASH nucleus-vision
    NCT polyswarm
    NEON neon
    NIM nimiq-2
    NODL nodle-network
    NOS nosana
    NOT notcoin
    OK okcash
    OXY oxygen
    PAY tenx
    PEOPLE constitutiondao
    PICA picasso
    PIXEL pixels
    PNG pangolin
    PONKE ponke
    POT potcoin
    PPT populous
    PRE presearch
    PRO propy
    PROS prosper
    QI benqi
    RAI rai
    RARE superrare
    RBC rubic
    REI rei-network
    SAGA saga-2
    SALT salt
    SBR saber
    SHA safe-haven
    SLP smooth-love-potion
    SOLO solo-coin
    SONIC sonic-svm
    SOUL phantasma
    SPA sperax
    SPELL spell-token
    STEP step-finance
    STORM storm
    SUSD nusd
    SWELL swell-network
    TNSR tensor
    TOKE tokemak
    TOKEN tokenfi
    TRAC origintrail
    TRU truefi
    TURBO turbo
    UNO uno-re
    VEE blockv
    VINE vine
    WAX wax
    WIF dogwifcoin
    WIN wink
    WING wing-finance
    XAI xai-blockchain
    XRT robonomics-network
    ZEUS zeus-network
    """
}

extension ExchangeTickers {
  /// A ticker, its coin, the end of that meaning, the next coin and so on.
  package static let changing = """
    ACT achain 2021-01-01 act-i-the-ai-prophecy
    AID aidcoin 2021-01-01
    AMP synereo 2020-01-01
    ANC anoncoin 2021-03-01
    AUTO cube 2021-01-01
    B3 b3coin 2024-01-01
    BLOCK blocknet 2023-01-01
    BLT bloom 2023-01-01
    BMC blackmoon 2021-01-01
    BNTY bounty0x 2021-01-01
    BNX binaryx 2023-02-15 binaryx-2
    BON bonpay 2020-01-01
    BRK breakout 2019-01-01
    BRX breakout-stake 2019-01-01
    CAG change 2020-01-01
    CBT commerceblock 2021-01-01
    CDX commodity-ad-network 2020-01-01
    CFG centrifuge 2025-05-01 centrifuge-2
    CLUB clubcoin 2020-01-01
    CMT cybermiles 2022-01-01
    CPT cryptaur 2021-01-01
    CRED verify 2020-01-01
    DAY chronologic 2022-01-01
    DICE etheroll 2021-01-01
    DROP dropil 2021-01-01
    DTR dynamic-trading-rights 2021-01-01
    EGT egretia 2022-01-01
    ENG enigma 2021-01-01
    ESD empty-set-dollar 2022-01-01
    ETHOS ethos 2022-01-01
    FCT factom 2020-07-01
    FLASH flash 2021-01-01
    FOTA fortuna 2021-01-01
    FUEL etherparty 2021-01-01 fuel-network
    FYN fundyourselfnow 2020-01-01
    GAME gamecredits 2021-01-01
    GAT gatcoin 2020-01-01
    GENE parkgene 2020-01-01
    GEO geocoin 2019-01-01
    GET get-token 2024-06-01
    GRID grid 2023-01-01
    GSC global-social-chain 2021-01-01
    GUP matchpool 2021-01-01
    HBT hubii-network 2020-01-01
    HGT hellogold 2021-01-01
    HOLO holotoken 2025-01-01
    HST decision-token 2022-01-01
    ING iungo 2021-01-01
    INS ins-ecosystem 2023-01-01
    IOT iota 2023-04-20
    IPL insurepal 2020-01-01
    ITC iot-chain 2022-01-01
    KCASH kcash 2023-01-01
    KWH kwhcoin 2021-01-01
    LA latoken 2024-01-01 lagrange
    LAYER unilayer 2024-06-01 solayer
    LEV leverj 2021-01-01
    LIT litentry 2025-06-01
    LN link 2023-06-01
    MAS midasprotocol 2021-01-01
    MER mercury 2021-01-01
    MET metronome 2025-01-01
    MOD modum 2021-01-01
    MSP mothership 2021-01-01
    MTX matryx 2021-01-01
    NAS nebulas 2023-01-01
    NBT nubits 2021-01-01
    NEOS neoscoin 2021-01-01
    NEU neumark 2022-01-01
    NOAH noah-coin 2021-01-01
    NTRN neutron 2021-01-01
    OCN odyssey 2023-01-01
    OF ofcoin 2021-01-01
    OMNI omni 2023-06-01 omni-network
    OPEN open-platform 2022-01-01
    OST simple-token 2023-01-01
    PHB red-pulse 2021-08-01 phoenix-global
    PLAY herocoin 2021-01-01
    POE poet 2022-01-01
    POLIS polis 2021-06-01 star-atlas-dao
    PPP paypie 2021-01-01
    PRIME echelon-prime 2025-06-01
    PRL oyster 2020-01-01
    PRS pressone 2020-01-01
    PST primas 2021-01-01
    QBT qbao 2021-01-01
    QUICK quick 2023-07-01 quickswap
    REF reftoken 2021-01-01
    RVR revolutionvr 2020-01-01
    SHIFT shift 2022-01-01
    SHIP shipchain 2023-01-01
    SHL oyster-shell 2020-01-01
    SHOW show 2021-01-01
    SKY skycoin 2024-09-01
    SNM sonm 2023-01-01
    SNTR silent-notary 2021-06-01
    SPF sportyco 2020-01-01
    SPHR sphere 2021-01-01
    SPN sapien 2023-01-01
    START startcoin 2021-01-01
    STK stk 2021-01-01
    STRK strike 2024-02-20
    STV sativacoin 2021-01-01
    STX stox 2019-09-01
    SUB substratum 2022-01-01
    SWT swarm-city 2021-01-01
    TAC traceability-chain 2021-01-01
    TBX tokenbox 2021-01-01
    TCC the-champcoin 2020-01-01
    TDS tokendesk 2021-01-01
    TIME chronobank 2021-09-01
    TIX blocktix 2021-01-01
    TNT tierion 2021-01-01
    UPP sentinel-protocol 2023-01-01
    VIA viacoin 2023-01-01
    VIBE vibe 2021-01-01
    XCN cryptonite 2021-01-01
    XEL elastic 2021-01-01
    XNK ink-protocol 2021-01-01
    ZRC zrcoin 2020-01-01
    """
}
