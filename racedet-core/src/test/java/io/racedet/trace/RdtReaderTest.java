package io.racedet.trace;

class RdtReaderTest extends DamagedFileContract {
  RdtReaderTest() {
    super(TraceFormat.RDT);
  }
}
