import * as board from '@samay/contract/public/board';
import * as online from '@samay/contract/public/online-booking';
import * as requests from '@samay/contract/public/requests';
import type { Routes } from '../../http/routes.ts';
import { endBoardAddress, getBoard, setBoard } from './board/settings.ts';
import { getOnlineBooking, setOnlineBooking } from './online/settings.ts';
import { countRequests, listRequests } from './requests/list.ts';
import { confirmRequest, declineRequest } from './requests/settle.ts';

/** Binds the endpoints with which a business chooses its page and answers requests. */
export function publicApiRoutes(routes: Routes): void {
  routes.tenant(online.getOnlineBooking, getOnlineBooking);
  routes.tenant(online.setOnlineBooking, setOnlineBooking);
  routes.tenant(board.getBoard, getBoard);
  routes.tenant(board.setBoard, setBoard);
  routes.tenant(board.endBoardAddress, endBoardAddress);
  routes.tenant(requests.listRequests, listRequests);
  routes.tenant(requests.countRequests, countRequests);
  routes.tenant(requests.confirmRequest, confirmRequest);
  routes.tenant(requests.declineRequest, declineRequest);
}
