package io.racedet.junit.agent.sites;

import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The methods that the compiler has generated for the lambdas of a class. It numbers them
 * throughout the class, so an additional lambda renames those of other methods. Immutable.
 */
public final class LambdaNames {
  private static final Pattern NAME = Pattern.compile("(lambda\\$.*\\$)(\\d{1,9})");

  private final List<String> names;

  public LambdaNames(List<String> names) {
    this.names = names.stream().sorted(Comparator.comparingInt(LambdaNames::number)).toList();
  }

  public static boolean isLambda(String method) {
    return method.startsWith("lambda$") && NAME.matcher(method).matches();
  }

  private static int number(String name) {
    return Integer.parseInt(name.substring(name.lastIndexOf('$') + 1));
  }

  /** The name with the lambda's ordinal in its own method; other methods keep their names. */
  public String stable(String method) {
    Matcher matcher = NAME.matcher(method);
    if (!method.startsWith("lambda$") || !matcher.matches()) {
      return method;
    }
    String start = matcher.group(1);
    List<String> siblings =
        names.stream()
            .filter(name -> name.substring(0, name.lastIndexOf('$') + 1).equals(start))
            .toList();
    return start + siblings.indexOf(method);
  }
}
