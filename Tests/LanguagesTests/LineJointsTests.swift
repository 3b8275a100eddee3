import Languages
import Testing

/// Positions where lines must not or should not break.
///
/// In the tables, `_` forbids a break, `~` discourages a break, and ` ` or `|` allows a break.
@Suite struct LineJointsTests {
  @Test(arguments: [
    // Numbers and the words that they count or measure.
    "Train~9:40, platform_2", "Meet at room_204", "Bring 2~apples and 3_kg of salt",
    "Open at 9_am", "Um~9:40_Uhr auf Gleis_2", "20_€ for 5_%", "From~9:40_–_10:15", "Page_7",
    "Pay €_20~today", "Ring 0171_234567", "Nr._5", "§_12", "मिलना 9_बजे", "רכבת~9:40 רציף_2",
    "قطار~9:40 رصيف_2", "Look_!", "Cake_🎂 for two", "No. More of it",
    // Titles, initials and names.
    "Call Dr._Fischer", "Frau_Weber anrufen", "Letter to J._Smith", "Dinner with Anna~Schmidt",
    "Call Ana", "Milk. Bread and butter",
    "Ring Uncle_Thomas today", "Call Mia_– the sister", "Bake_— or buy",
    "Party on_12_March before noon", "Seen on March_12",
    "Am_3._Mai backen",
    "موعد مع عبد_الرحمن غدا",
    // A one-letter word stays with the next word.
    "Dort i~tam", "Buy a~book",
    // Korean breaks at spaces, except between a number and its counter.
    "내_일 아_침 9_시_40_분_에 김_민_수_씨_를 만_나_기", "오_늘 다_섯_권_을 반_납_하_기",
  ])
  func wordsThatBelongTogether(_ marked: String) {
    expect(marked, language: nil)
  }

  @Test func germanNounsAreNoNames() {
    expect("Die Milch Brot und Butter", language: "de")
    expect("Die Milch~Brot und Butter", language: "en")
  }

  /// A dash stays with the word before it, with or without spaces; a negative number is not
  /// divided.
  @Test(arguments: [
    ("Present for Mia–the blue set", 15), ("Present for Mia—the blue set", 15),
    ("Present for Mia –the blue set", 16), ("生日礼物——蓝色", 12), ("At –5 °C", 6),
  ])
  func noLineBeginsWithADash(_ text: String, _ place: Int) {
    let joints = LineJoints(of: text, language: nil).joints
    #expect(joints.contains { $0.place == place && $0.kind == .number }, "\(joints)")
  }

  /// The ends of clauses and sentences, marked by `|` and `‖`.
  @Test(arguments: [
    "Call Ana, |she has the keys. ‖Then go", "Ask: |how many?! ‖Buy them", "At 9:40, |3,5 kg",
    "Bring z. B. apples, |Dr. Fischer", "Say “No!” ‖and leave", "Mia – |the sister",
    "Am 3. Mai backen", "千里之行，|始于足下。", "「はい。」‖と言う、|笑う", "ความพยายาม |ความสำเร็จ", "เวลา 9 โมง",
    "متى؟ ‖ثم نذهب، |معا", "우유를 사고, |빵도",
  ])
  func clausesEndAtMarksAndThaiSpaces(_ marked: String) {
    var text = ""
    var expected: [LineJoints.ClauseEnd] = []
    for character in marked {
      switch character {
      case "|": expected.append(LineJoints.ClauseEnd(place: text.utf8.count, kind: .clause))
      case "‖": expected.append(LineJoints.ClauseEnd(place: text.utf8.count, kind: .sentence))
      default: text.append(character)
      }
    }
    #expect(LineJoints(of: text, language: nil).clauseEnds == expected, "\(text)")
  }

  /// Phrases (文節): a noun or verb with its particles.
  @Test(arguments: [
    "9_時_4_0_分_に|田_中_さ_ん_と|会_う", "牛_乳_を|買_っ_て|帰_る",
    "明_日_の|朝_ま_で_に|資_料_を|仕_上_げ_る", "東_京_タ_ワ_ー_の|チ_ケ_ッ_ト_を|2_枚|予_約_す_る",
    "図_書_館_に|本_を|返_し_に|行_く", "誕_生_日|プ_レ_ゼ_ン_ト_を|買_わ_な_け_れ_ば_な_ら_な_い",
    "歯_医_者_の|予_約_は|金_曜_日_の|午_後_3_時", "山_田_太_郎_さ_ん_へ_の|返_信_を|忘_れ_な_い",
  ])
  func phrasesOfJapanese(_ marked: String) {
    expectStarts(marked)
  }

  @Test(arguments: [
    "ซื้อ|นม|และ|ขนมปัง|ที่|ร้านสะดวก|ซื้อ", "โทร|หา|แม่|เรื่อง|วันเสาร์", "รดน้ำ|ต้นไม้|ก่อน|ออก|จาก|บ้าน",
    "ไป|รับ|ลูก|ที่|โรงเรียน", "ความสำเร็จ|อยู่|ที่|นั่น",
  ])
  func wordsOfThai(_ marked: String) {
    expectStarts(marked)
  }

  @Test(arguments: ["给|妈妈|打电话", "明天|上午9点40分|见"])
  func wordsOfChinese(_ marked: String) {
    expectStarts(marked)
  }

  @Test func noTextIsTooOdd() {
    var generator = SystemRandomNumberGenerator()
    let pieces = [
      "9", "時", "a", " ", "  ", "\n", "🎂", "\u{301}", "ก", "가", "–", "€", "Dr.", "A.", "\u{2028}",
      "さん", "٣",
    ]
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0...12, using: &generator)).compactMap { _ in
        pieces.randomElement(using: &generator)
      }.joined()
      let starts = Set(
        text.unicodeScalars.indices.map { text.utf8.distance(from: text.startIndex, to: $0) })
      let places = LineJoints(of: text, language: nil).joints.map(\.place)
      #expect(
        places == places.sorted() && Set(places).count == places.count, "\(text.debugDescription)")
      #expect(places.allSatisfy { $0 > 0 && starts.contains($0) }, "\(text.debugDescription)")
    }
  }

  private func expect(_ marked: String, language: String?) {
    var text = ""
    var expected: [Int: LineJoints.Kind?] = [:]
    let isHangul = marked.unicodeScalars.contains(where: \.isHangul)
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "_", "~":
        // Except in Korean text, a mark between two words replaces the space.
        if !isHangul { text.unicodeScalars.append(" ") }
        expected[text.utf8.count] = scalar == "_" ? .some(.number) : .some(.name)
      case " ":
        text.unicodeScalars.append(" ")
        expected[text.utf8.count] = .some(nil)
      default: text.unicodeScalars.append(scalar)
      }
    }
    let found = Dictionary(
      uniqueKeysWithValues: LineJoints(of: text, language: language).joints.map {
        ($0.place, $0.kind)
      })
    for (place, kind) in expected {
      let has = found[place]
      switch kind {
      case .some(.number): #expect(has == .number || has == .phrase, "\(marked) at \(place)")
      case .some: #expect(has == .name || has == .article, "\(marked) at \(place)")
      case nil: #expect(has == nil, "\(marked) at \(place)")
      }
    }
  }

  /// Expects a joint at every position where a line could start, except at positions marked by `|`.
  private func expectStarts(_ marked: String) {
    let pieces = marked.replacing("_", with: "").split(separator: "|").map(String.init)
    let text = pieces.joined()
    var starts: Set<Int> = []
    var place = 0
    for piece in pieces {
      starts.insert(place)
      place += piece.utf8.count
    }
    let joined = Set(LineJoints(of: text, language: nil).joints.map(\.place))
    var found = [""]
    place = 0
    for scalar in text.unicodeScalars {
      if place > 0, !joined.contains(place), scalar.properties.generalCategory != .nonspacingMark,
        !(scalar.isDigit && found.last?.unicodeScalars.last?.isDigit == true)
      {
        found.append("")
      }
      found[found.count - 1].unicodeScalars.append(scalar)
      place += UTF8.width(scalar)
    }
    #expect(found == pieces, "\(found.joined(separator: "|"))")
  }
}
