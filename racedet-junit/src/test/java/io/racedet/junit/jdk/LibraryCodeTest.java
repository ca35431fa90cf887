package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntLists;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Code of a library that is reached without an instruction that names its classes: by a type of the
 * JDK, or by the JDK. Sections under a lock that run it cannot be exchanged.
 */
@RaceFree
@Tag(JdkPrograms.PROMISED)
class LibraryCodeTest extends GuardedPrograms {
  private static final List<Integer> ONE = List.of(1);

  private static List<Integer> list() {
    return new IntArrayList();
  }

  private static Int2IntOpenHashMap map() {
    return new Int2IntOpenHashMap();
  }

  @Test
  @Tag(SMOKE)
  void byTypesOfTheJdk() throws Exception {
    List<Integer> list = list();
    guarded(() -> list.add(1), () -> list.size() == 1);
    Map<Integer, Integer> map = map();
    guarded(() -> map.put(0, 1), () -> map.containsKey(0));
    List<Integer> locked = IntLists.synchronize(new IntArrayList());
    guarded(() -> locked.add(1), () -> !locked.isEmpty());
  }

  @Test
  void byIterators() throws Exception {
    Iterator<Integer> numbers = new IntArrayList(List.of(1)).iterator();
    guarded(numbers::next, () -> !numbers.hasNext());
  }

  @Test
  void byFunctions() throws Exception {
    Int2IntOpenHashMap numbers = map();
    Map<Integer, Integer> map = numbers;
    IntUnaryOperator operator = numbers;
    guarded(() -> map.put(0, 1), () -> operator.applyAsInt(0) == 1);
  }

  @Test
  void byFunctionsThatTheJdkCalls() throws Exception {
    Int2IntOpenHashMap numbers = map();
    Map<Integer, Integer> map = numbers;
    Function<Integer, Integer> function = numbers;
    guarded(() -> map.put(0, 1), () -> Optional.of(0).map(function).orElse(0) == 1);
    Map<Integer, Integer> other = numbers;
    guarded(
        () -> other.put(2, 3),
        () -> {
          List<Integer> replaced = new ArrayList<>(List.of(2));
          replaced.replaceAll(key -> Objects.requireNonNullElse(function.apply(key), 0));
          return replaced.get(0) == 3;
        });
  }

  @Test
  void byEquals() throws Exception {
    List<Integer> list = list();
    List<List<Integer>> lists = List.of(list);
    guarded(() -> list.add(1), () -> lists.contains(ONE));
    Object object = list();
    List<Integer> sameObject = cast(object);
    guarded(() -> sameObject.add(1), () -> Objects.equals(object, ONE));
  }

  @Test
  void byHashCodeAndToString() throws Exception {
    List<Integer> list = list();
    guarded(() -> list.add(1), () -> Objects.hashCode(list) == ONE.hashCode());
    List<Integer> other = list();
    guarded(() -> other.add(1), () -> String.valueOf(other).equals("[1]"));
  }

  private static List<Integer> cast(Object list) {
    return list instanceof IntArrayList numbers ? numbers : ONE;
  }
}
