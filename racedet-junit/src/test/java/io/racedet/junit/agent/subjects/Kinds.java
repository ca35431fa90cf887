package io.racedet.junit.agent.subjects;

import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Kinds of classes and methods. */
public final class Kinds {
  private Kinds() {}

  interface Shape {
    StringBuilder LOG = new StringBuilder("log");

    int area();

    default int twice() {
      return 2 * once();
    }

    private int once() {
      return area();
    }

    static Shape unit() {
      return () -> 1;
    }
  }

  record Square(int side) implements Shape {
    Square {
      if (side < 0) {
        throw new IllegalArgumentException("side: " + side);
      }
    }

    @Override
    public int area() {
      return side * side;
    }
  }

  enum Colour {
    RED {
      @Override
      int code() {
        return 1;
      }
    },
    GREEN {
      @Override
      int code() {
        return 2;
      }
    };

    abstract int code();
  }

  static String everything() {
    int captured = Shape.unit().twice();
    IntSupplier lambda = () -> captured + Shape.LOG.length();
    Supplier<Object> anonymous =
        new Supplier<>() {
          private int uses;

          @Override
          public Object get() {
            return ++uses + captured;
          }
        };
    int code = 0;
    for (Colour colour : Colour.values()) {
      code +=
          switch (colour) {
            case RED -> colour.code() * 10;
            case GREEN -> colour.code();
          };
    }
    assert code > 0;
    return lambda.getAsInt() + " " + anonymous.get() + " " + new Square(3) + " " + code;
  }

  static String tries(String number) {
    try {
      return "n" + Integer.parseInt(number);
    } catch (NumberFormatException e) {
      return "e";
    } finally {
      Shape.LOG.append('.');
    }
  }

  static String tryAll() {
    return tries("1") + tries("x") + Shape.LOG.length();
  }
}
