/** A row of the list as pg returns it. */
export interface Row {
  id: string;
  reference: string;
  person_name: string;
  person_email: string | null;
  person_contact: string | null;
  patient_id: string | null;
  doctor: string | null;
  appointment_date: string;
  appointment_time: string;
  status: string;
  amount_paise: number | null;
  currency: string;
  payment_method: string | null;
  payment_id: string | null;
  prescription_id: string | null;
  arrived_at: Date | null;
  created_at: Date;
  updated_at: Date;
  file_name: string | null;
  file_type: string | null;
  file_bytes: number | null;
  file_created_at: Date | null;
}

/** Converts a row to the product's response, except for the permissions of the caller. */
export function shown(row: Row): object {
  return {
    id: row.id,
    reference: row.reference,
    personName: row.person_name,
    personEmail: row.person_email,
    personContact: row.person_contact,
    patientId: row.patient_id,
    doctor: row.doctor,
    date: row.appointment_date,
    time: row.appointment_time.slice(0, 5),
    status: row.status,
    amount: row.amount_paise,
    currency: row.currency,
    paymentMethod: row.payment_method,
    paymentId: row.payment_id,
    prescription: row.prescription_id && {
      fileName: row.file_name,
      mediaType: row.file_type,
      bytes: row.file_bytes,
      uploadedAt: row.file_created_at,
    },
    arrivedAt: row.arrived_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
