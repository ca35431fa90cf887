/** Tests as their users write them: in a module, with what racedet exports. */
open module com.acme.counter {
  requires io.racedet.junit;
  requires org.junit.platform.launcher;
}
