extension ExchangeTickers {
  /// A ticker, its coin, until when, the next coin and so on.
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
