package io.racedet.junit.threads;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is said of the threads of a repetition that hangs.
 *
 * @param text has the objects that threads wait for and hold by the names that the JVM has for them
 * @param sights these objects, in the order of the text
 */
public record HangText(String text, List<LockSight> sights) {
  private static final Pattern TOKEN = Pattern.compile("[\\w$.\\[;]+@[0-9a-f]+");
  private static final Pattern LAMBDA = Pattern.compile("(\\S+)\\.(lambda\\$[^\\s.(]*)\\(");

  public HangText {
    sights = List.copyOf(sights);
  }

  /** A text without such objects. */
  public static HangText of(String text) {
    return new HangText(text, List.of());
  }

  /** The same behind other text. */
  public HangText behind(String before) {
    return new HangText(before + text, sights);
  }

  /** The same with other names for lambdas, given their classes and the names that the JVM has. */
  public HangText withLambdas(BinaryOperator<String> names) {
    return new HangText(
        LAMBDA
            .matcher(text)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        found.group(1) + '.' + names.apply(found.group(1), found.group(2)) + '(')),
        sights);
  }

  /** What a thread waits for, by its id; empty if it is not in the text. */
  public Optional<LockSight> awaited(long thread) {
    return sights.stream()
        .filter(sight -> sight.thread() == thread && sight.isAwaited())
        .findFirst();
  }

  /** The text with other names for the objects. */
  public String named(Function<LockSight, String> names) {
    Map<String, LockSight> byToken = new HashMap<>();
    sights.forEach(sight -> byToken.putIfAbsent(sight.token(), sight));
    return TOKEN
        .matcher(text)
        .replaceAll(
            found -> {
              LockSight sight = byToken.get(found.group());
              return Matcher.quoteReplacement(sight == null ? found.group() : names.apply(sight));
            });
  }

  /** The text with the objects by class and number, where nothing else is known of them. */
  public String numbered() {
    Map<String, List<Integer>> hashes = new HashMap<>();
    return named(
        sight -> {
          List<Integer> ofClass =
              hashes.computeIfAbsent(sight.className(), unseen -> new ArrayList<>());
          if (!ofClass.contains(sight.hash())) {
            ofClass.add(sight.hash());
          }
          return simpleName(sight.className()) + '@' + (ofClass.indexOf(sight.hash()) + 1);
        });
  }

  private static String simpleName(String className) {
    return className.substring(className.lastIndexOf('.') + 1).replace('$', '.');
  }
}
