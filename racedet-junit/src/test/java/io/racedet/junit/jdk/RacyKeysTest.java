package io.racedet.junit.jdk;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.util.AbstractMap.SimpleEntry;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A thread changes a list while another one hashes or compares what the list is a part of. */
@ExpectRace(with = @RaceFree(timeLimit = "20s", repetitions = 1000000))
@Tag(JdkPrograms.PROMISED)
class RacyKeysTest extends JdkPrograms {
  private final List<Integer> list = new ArrayList<>(List.of(1, 2));

  record Rows(List<Integer> row) {}

  record Pair<A, B>(A first, B second) {}

  private void whileSet(Step use) throws Exception {
    inParallel(() -> list.set(0, 3), use);
  }

  /* ---- records ---- */

  @Test
  @Tag(SMOKE)
  void hashCode_ofARecord() throws Exception {
    whileSet(() -> new Rows(list).hashCode());
  }

  @Test
  void equals_ofARecord() throws Exception {
    whileSet(() -> new Rows(list).equals(new Rows(List.of(1, 2))));
  }

  @Test
  void toString_ofARecord() throws Exception {
    whileSet(() -> new Rows(list).toString());
  }

  @Test
  void concatenationOfARecord() throws Exception {
    whileSet(() -> ("" + new Rows(list)).length());
  }

  @Test
  void hashCode_ofAGenericRecord() throws Exception {
    whileSet(() -> new Pair<>(1, new Pair<>(Map.of("a", list), 2)).hashCode());
  }

  @Test
  void record_asKey() throws Exception {
    whileSet(() -> new HashMap<>(Map.of(new Rows(List.of(9)), 1)).get(new Rows(list)));
  }

  @Test
  void objectOfTheProgram_inARecord() throws Exception {
    Cell cell = new Cell();
    inParallel(cell::add, () -> new Pair<>(cell, 1).toString());
  }

  /* ---- entries ---- */

  @Test
  void entry_set() throws Exception {
    Map.Entry<String, Integer> entry = new SimpleEntry<>("a", 1);
    inParallel(() -> entry.setValue(2), entry::getValue);
  }

  @Test
  void entry_comparedWithOneOfItsKey_whileItIsSet() throws Exception {
    Map.Entry<String, Integer> entry = new SimpleEntry<>("a", 1);
    inParallel(() -> entry.setValue(2), () -> entry.equals(Map.entry("a", 2)));
  }

  @Test
  void equals_ofAnEntry() throws Exception {
    whileSet(() -> new SimpleEntry<>("a", list).equals(Map.entry("a", List.of(1, 2))));
  }

  @Test
  void hashCode_ofAnImmutableEntry() throws Exception {
    whileSet(() -> new SimpleImmutableEntry<>("a", list).hashCode());
  }

  /* ---- concurrent maps: the hash of a key alone ---- */

  private static Map<Object, Integer> map() {
    return new ConcurrentHashMap<>(Map.of("a", 1));
  }

  @Test
  @Tag(SMOKE)
  void concurrentMap_get() throws Exception {
    whileSet(() -> map().get(list));
  }

  @Test
  void concurrentMap_put() throws Exception {
    whileSet(() -> map().put(list, 2));
  }

  @Test
  void concurrentMap_remove() throws Exception {
    whileSet(() -> map().remove(list));
  }

  @Test
  void concurrentMap_compute() throws Exception {
    whileSet(() -> map().compute(list, (key, value) -> 2));
  }

  @Test
  void concurrentMap_computeIfAbsent() throws Exception {
    whileSet(() -> map().computeIfAbsent(list, key -> 2));
  }

  @Test
  void concurrentMap_computeIfPresent() throws Exception {
    whileSet(() -> map().computeIfPresent(list, (key, value) -> 2));
  }

  @Test
  void concurrentMap_merge() throws Exception {
    whileSet(() -> map().merge(list, 2, Integer::sum));
  }
}
