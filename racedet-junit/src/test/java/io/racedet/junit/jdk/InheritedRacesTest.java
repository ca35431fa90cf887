package io.racedet.junit.jdk;

import io.racedet.junit.ExpectRace;
import java.io.Reader;
import java.io.StringReader;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.swing.table.AbstractTableModel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Races in classes of the program that extend classes of the JDK which are not modelled. */
@ExpectRace
class InheritedRacesTest extends JdkPrograms {
  private static final class Entries extends AbstractMap<String, Integer> {
    private final Cell looks = new Cell();

    @Override
    public Set<Map.Entry<String, Integer>> entrySet() {
      looks.add();
      return Set.of(Map.entry("a", 1));
    }
  }

  private static final class Numbers extends AbstractList<Integer> {
    private final Cell cell = new Cell();

    @Override
    public Integer get(int index) {
      return cell.add();
    }

    @Override
    public int size() {
      return 1;
    }
  }

  private static final class Letters extends Reader {
    private final Cell cell = new Cell();

    @Override
    public int read(char[] target, int offset, int count) {
      return cell.add();
    }

    @Override
    public void close() {}
  }

  private static final class Text extends StringReader {
    private int reads;

    Text() {
      super("text");
    }

    @Override
    public int read() {
      return ++reads;
    }
  }

  private static final class Table extends AbstractTableModel {
    private static final long serialVersionUID = 1;
    private int cells;

    @Override
    public int getRowCount() {
      return 1;
    }

    @Override
    public int getColumnCount() {
      return 1;
    }

    @Override
    public Object getValueAt(int row, int column) {
      return ++cells;
    }
  }

  private static final class Beside extends StringReader {
    private int reads;

    Beside() {
      super("text");
    }
  }

  @Test
  void codeThatABaseClassCalls() throws Exception {
    Map<String, Integer> map = new Entries();
    inParallel(() -> map.get("a"), () -> map.containsKey("a"));
  }

  @Test
  void codeThatABaseClassCalls_byTheNameOfTheClass() throws Exception {
    Numbers numbers = new Numbers();
    inParallel(() -> numbers.indexOf(0), () -> numbers.contains(0));
  }

  @Test
  void elementsOfAListOfTheProgram() throws Exception {
    List<Integer> numbers = new Numbers();
    inParallel(() -> numbers.get(0), () -> numbers.get(0));
  }

  @Test
  void codeThatAnAbstractReaderCalls() throws Exception {
    Reader letters = new Letters();
    inParallel(letters::read, () -> letters.read(new char[1]));
  }

  @Test
  void overriddenMethods() throws Exception {
    Text text = new Text();
    StringReader sameText = text;
    inParallel(() -> text.read(), () -> sameText.read());
  }

  @Test
  void methodsOfATable() throws Exception {
    AbstractTableModel table = new Table();
    inParallel(() -> table.getValueAt(0, 0), () -> table.getValueAt(0, 0));
  }

  @Test
  @Tag(SMOKE)
  void fieldsBesideWhatIsInherited() throws Exception {
    Beside beside = new Beside();
    inParallel(() -> beside.reads++, () -> beside.reads++);
  }
}
